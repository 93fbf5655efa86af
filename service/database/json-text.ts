/** The JSON text in a column. `Value` is the type of the parsed value. */
export type JsonText<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): JsonText<Value> => JSON.stringify(value);

/**
 * Parses the text of a column. Does not validate the value with a schema, because validation would take
 * as long as the rest of reading a canvas, and would drop unknown fields.
 */
export const fromJson = <Value>(text: JsonText<Value>): Value =>
  // The value has this type, because only `toJson` fills the column.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(text) as Value;
