import { isEqual } from './assert-that.ts'
import { nodesOf, programOf } from './language.ts'
import type { Data } from './scenario.ts'
import type { Field, Validator } from './template-file.ts'

/** Every field that has a value, also those inside groups, choices and check boxes. */
export function valueFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => {
    const inside = [
      ...(field.subParams ?? []),
      ...[...(field.radioItems ?? []), ...(field.selectItems ?? [])].flatMap(
        (choice) => choice.subParams ?? [],
      ),
    ]
    const own = /^(GROUP|LABEL)$/.test(field.type) ? [] : [field]
    return [...own, ...valueFields(inside)]
  })
}

/** Members that Tag Manager itself adds to `data`. */
const givenAnyway = /^gtm[A-Z]/

/** Mistakes between the form and the code: members of `data` without a field, and fields nobody reads. */
export function fieldProblems(fields: readonly Field[], code: string): string[] {
  const read = membersRead(code)
  const known = valueFields(fields)
  const names = new Set(known.map(({ name }) => name))
  const columns = known.flatMap(columnsOf)
  return [
    ...[...read.ofData]
      .filter((name) => !names.has(name) && !givenAnyway.test(name))
      .map((name) => `the code reads data.${name}, which is no field`),
    ...[...names].filter((name) => !read.ofData.has(name)).map((name) => `no code reads ${name}`),
    ...columns
      .filter(({ name }) => !read.ofAnything.has(name))
      .map(({ name }) => `no code reads the column ${name}`),
    ...conditionProblems(fields, names),
  ]
}

/** Fields that are shown only when another one, which does not exist, has some value. */
function conditionProblems(fields: readonly Field[], names: ReadonlySet<string>): string[] {
  return fields.flatMap((field) => [
    ...(field.enablingConditions ?? [])
      .filter(({ paramName }) => !names.has(paramName))
      .map(({ paramName }) => `${field.name} depends on ${paramName}, which is no field`),
    ...conditionProblems(field.subParams ?? [], names),
  ])
}

function membersRead(code: string) {
  const ofData = new Set<string>()
  const ofAnything = new Set<string>()
  for (const [node] of nodesOf(programOf(code))) {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') continue
    if (node.computed) continue
    ofAnything.add(node.property.name)
    const isOfData = node.object.type === 'Identifier' && node.object.name === 'data'
    if (isOfData) ofData.add(node.property.name)
  }
  return { ofData, ofAnything }
}

const columnsOf = (field: Field): readonly Field[] => [
  ...(field.simpleTableColumns ?? []),
  ...(field.paramTableColumns ?? []).map(({ param }) => param),
]

/** Data that the form could never have given: of no field, and values that a field does not offer. */
export function dataProblems(fields: readonly Field[], data: Data): string[] {
  const known = new Map(valueFields(fields).map((field) => [field.name, field]))
  return Object.entries(data)
    .filter(([name]) => !givenAnyway.test(name))
    .flatMap(([name, value]) => {
      const field = known.get(name)
      return field ? valueProblems(field, value) : [`a scenario gives ${name}, which is no field`]
    })
}

const choicesOf = (field: Field) => field.selectItems ?? field.radioItems ?? []

/** Choices that no scenario makes, and a default that is none of them. */
export function choiceProblems(fields: readonly Field[], runs: readonly Data[]): string[] {
  return valueFields(fields).flatMap((field) => {
    const values = choicesOf(field).map(({ value }) => value)
    const isMade = (value: unknown) => runs.some((data) => isEqual(data[field.name], value))
    const unmade = values.filter((value) => !isMade(value))
    return [
      ...unmade.map((value) => `no scenario gives ${field.name} the value ${value}`),
      ...(values.length === 0 || values.includes(field.defaultValue ?? values[0])
        ? []
        : [`${field.name} does not offer its default ${field.defaultValue}`]),
    ]
  })
}

function valueProblems(field: Field, value: unknown): string[] {
  const columns = columnsOf(field).map(({ name }) => name)
  if (columns.length > 0 && Array.isArray(value))
    return value
      .flatMap((row) => Object.keys(row as object))
      .filter((name) => !columns.includes(name))
      .map((name) => `a scenario gives ${field.name} a column ${name}, which it has not`)

  const choices = choicesOf(field)
  const isOffered = choices.length === 0 || choices.some((choice) => isEqual(choice.value, value))
  return isOffered
    ? []
    : [`a scenario gives ${field.name} the value ${value}, which it does not offer`]
}

const refuses: Readonly<Record<string, (value: string, args: readonly unknown[]) => boolean>> = {
  NON_EMPTY: (value) => value === '',
  REGEX: (value, [pattern]) => !new RegExp(`^(?:${pattern})$`).test(value),
  POSITIVE_NUMBER: (value) => !(Number(value) > 0),
  NON_NEGATIVE_NUMBER: (value) => !(Number(value) >= 0),
  NUMBER: (value) => Number.isNaN(Number(value)),
  STRING_LENGTH: (value, [min, max]) =>
    value.length < Number(min) || value.length > Number(max ?? Number.POSITIVE_INFINITY),
}

/** Whether the form takes a text in a field. A variable (`{{Name}}`) is taken everywhere, emptiness unless `NON_EMPTY`. */
export function accepts(field: Field, value: string): boolean {
  const isRefusedBy = ({ type, args = [] }: Validator) =>
    (value !== '' || type === 'NON_EMPTY') && refuses[type]?.(value, args) === true
  return /\{\{.+\}\}/.test(value) || !field.valueValidators?.some(isRefusedBy)
}
