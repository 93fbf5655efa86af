import { partReference, referenceSign, type PartAnswer } from '#shared/api/batch.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';

/**
 * Returns the response of an earlier part by the part's name, or `undefined` if no earlier part has this
 * name.
 */
export type Named = (name: string) => PartAnswer | undefined;

/** Resolves references in a path such as `/canvases/@context`. */
export const resolvePath = (path: string, named: Named, jsonPath: string): string =>
  path
    .split('/')
    .map((segment) =>
      segment.startsWith(referenceSign)
        ? encodeURIComponent(idOf(segment.slice(1), named, jsonPath))
        : segment,
    )
    .join('/');

/**
 * Returns the ETag of a part's response if `tag` is a reference to that part, such as `@context`.
 * Otherwise returns `tag` unchanged.
 */
export const resolveTag = (tag: string, named: Named, jsonPath: string): string => {
  if (!tag.startsWith(referenceSign)) return tag;
  const name = tag.slice(1);
  const { etag } = answerOf(name, named, jsonPath).headers;
  if (etag === undefined) throw failed(`part ${name} returned no ETag`);
  return etag;
};

const parentFields = ['collectionId', 'threatModelId', 'canvasId', 'componentId', 'threatId'];
/** The field in the data of an element that contains the ID of the element's component. */
const componentField = 'componentId';

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Resolves `{"$ref": "context"}` to the ID that the part `context` returned, in the fields for the
 * parent of a record and for the component of an element. Apart from references, the contract allows
 * only text in these fields, so no content can be mistaken for a reference.
 */
export const resolveBody = (body: JsonObject, named: Named, jsonPath: string): JsonObject => {
  let resolved = body;
  for (const field of parentFields) resolved = withId(resolved, field, named, jsonPath);
  const { data } = body;
  if (!isObject(data)) return resolved;
  const drawing = { ...data };
  for (const list of ['nodes', 'edges']) {
    const elements = data[list];
    if (!Array.isArray(elements)) continue;
    drawing[list] = elements.map((element: unknown, index) => {
      if (!isObject(element) || !isObject(element.data)) return element;
      const at = `${jsonPath}.data.${list}[${index}].data`;
      return { ...element, data: withId(element.data, componentField, named, at) };
    });
  }
  return { ...resolved, data: drawing };
};

const withId = (holder: JsonObject, field: string, named: Named, jsonPath: string): JsonObject => {
  const reference = partReference.safeParse(holder[field]);
  if (!reference.success) return holder;
  return { ...holder, [field]: idOf(reference.data.$ref, named, `${jsonPath}.${field}`) };
};

const idOf = (name: string, named: Named, jsonPath: string): string => {
  const { body } = answerOf(name, named, jsonPath);
  const id = isObject(body) ? body.id : undefined;
  if (typeof id !== 'string') throw failed(`part ${name} returned no record`);
  return id;
};

const answerOf = (name: string, named: Named, jsonPath: string): PartAnswer => {
  const answer = named(name);
  if (!answer) throw invalid(jsonPath, `no earlier part of the batch is named ${name}`);
  if (answer.status >= 400) throw failed(`part ${name} failed`);
  return answer;
};

const failed = (detail: string): Refusal => new Refusal('failed_dependency', detail);
