/** The fields that name a list. */
export interface ListFields {
  readonly query?: string
  readonly page?: string
  readonly requestId?: string
}

/** One text for each list, whoever spells it. */
export const listNameOf = ({ query, page, requestId }: ListFields): string =>
  JSON.stringify([query, page, requestId])
