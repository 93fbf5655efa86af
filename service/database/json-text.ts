/** JSON text in a column, with the type of the value it was made from. */
export type JsonText<Value> = string & { readonly value?: Value };

export const toJson = <Value>(value: Value): JsonText<Value> => JSON.stringify(value);

/**
 * The value of a column that only `toJson` fills. It is not parsed by a schema: that would cost as
 * much as all the rest of reading a canvas, and drop what the schema does not know.
 */
export const fromJson = <Value>(text: JsonText<Value>): Value =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(text) as Value;
