/**
 * The result of the console's last comparison of the shop's orders with the events, of each site. It stands here because forgetting a person
 * covers it: it names pages on which visits ended.
 */
export const BOOKS_RESULT_SCHEMA = `
  create table if not exists books_results (
    site text primary key,
    made_at integer not null,
    result text not null
  ) strict`
