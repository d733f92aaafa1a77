import { type Check, described, shortened } from './checks.ts'

/** Field name to what its value must be. */
export type Fields = Readonly<Record<string, Check>>

/** Which fields an object must and may have; any other is one too many. */
export interface Shape {
  readonly required: Fields
  readonly optional?: Fields
}

/** An object as JSON has it: own fields only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields, and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the sender gave this field; what objects inherit does not count. */
export const has = (object: JsonObject, name: string): boolean => Object.hasOwn(object, name)

/** An object of one shape. Without a `name`, fields are named as they stand. */
export const shaped =
  ({ required, optional = {} }: Shape): Check =>
  (value, name) => {
    if (!isObject(value)) return [`${name} must be an object, but is ${described(value)}.`]

    const path = (field: string) => (name ? `${name}.${shortened(field)}` : shortened(field))
    const missing = Object.keys(required).filter((field) => !has(value, field))
    const given = Object.entries(value).flatMap(([field, content]) => {
      const check = ownCheck(required, field) ?? ownCheck(optional, field)
      return check ? check(content, path(field)) : [`${path(field)} is not a field of this action.`]
    })
    return [...missing.map((field) => `${path(field)} is missing.`), ...given]
  }

const ownCheck = (fields: Fields, field: string): Check | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined
