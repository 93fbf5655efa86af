/** JSON text of a column, with the type of its value. */
export type JsonText<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): JsonText<Value> => JSON.stringify(value);

/**
 * Parses a column that only `toJson` fills. Does not validate it with a schema: that would cost as
 * much as the rest of reading a canvas, and would drop unknown fields.
 */
export const fromJson = <Value>(text: JsonText<Value>): Value =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(text) as Value;
