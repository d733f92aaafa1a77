import { expect, test } from '@playwright/test'
import { compile } from '../../gtm/language.ts'

const fine: readonly (readonly [what: string, code: string])[] = [
  ['calls of what was required', 'const log = require("logToConsole"); log("a", data.name);'],
  [
    'for … of and defaults',
    'let sum = 0; for (const item of data.items || []) sum += item.price; return sum;',
  ],
  [
    'for … in with hasOwnProperty',
    'for (let key in data) if (data.hasOwnProperty(key)) return key;',
  ],
  [
    'functions, and arrow functions as arguments',
    'function add(a, b) { return a + b; } return [1, 2].map((n) => add(n, 1));',
  ],
  [
    'switch and typeof',
    'switch (data.kind) { case "a": return typeof data; default: return undefined; }',
  ],
  ['Object by require', 'const Object = require("Object"); return Object.keys(data);'],
]
for (const [what, code] of fine) {
  test(`the language has ${what}`, () => {
    expect(compile(code)).toBe(code)
  })
}

const refused: readonly (readonly [code: string, problem: string])[] = [
  ['return `text`;', 'TemplateLiteral is not part'],
  ['const { a } = data;', 'ObjectPattern is not part'],
  ['return [...data.list];', 'SpreadElement is not part'],
  ['return new data.Thing();', 'NewExpression is not part'],
  ['return this.x;', 'ThisExpression is not part'],
  ['class A {}', 'ClassDeclaration is not part'],
  ['try { data.x(); } catch (e) {}', 'TryStatement is not part'],
  ['throw data.x;', 'ThrowStatement is not part'],
  ['return data?.x;', 'ChainExpression is not part'],
  ['return data.x ?? 1;', 'that operator is not in the sandbox'],
  ['return 2 ** 8;', 'that operator is not in the sandbox'],
  ['return /a/.test(data.x);', 'only plain literals'],
  ['const a = 1; return { a };', 'written name: value'],
  ['const f = async () => 1;', 'there are no async functions'],
  ['const f = (a = 1) => a;', 'a parameter is a plain name'],
  ['document.title;', 'line 1: document is not declared'],
  ['const a = 1;\nreturn a + setTimeout;', 'line 2: setTimeout is not declared'],
  ['return Object.keys(data);', 'Object is not declared'],
  ['return data.list.includes(1);', 'the sandbox has no .includes'],
  ['return data.text.startsWith("a");', 'the sandbox has no .startsWith'],
  ['return "".constructor;', 'the sandbox has no .constructor'],
]
for (const [code, problem] of refused) {
  test(`the language has not: ${code.replace('\n', ' ')}`, () => {
    expect(() => compile(code)).toThrow(problem)
  })
}

test('arguments is a true list', () => {
  const code = compile('const f = function() { return arguments.slice(1); }; return f(1, 2, 3);')
  expect(new Function(code)()).toEqual([2, 3])
})
