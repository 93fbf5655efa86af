import { z } from 'zod';

/**
 * The rules of the official JSON Schema of OTM 0.2.0: required keys, types, and which values may be
 * null. As in the official schema, every object may have more keys.
 */
const text = z.string();
const maybeText = z.string().nullish();
const maybeNumber = z.number().nullish();
const maybeTexts = z.array(z.string().nullable()).nullish();
const attributes = z.looseObject({}).nullish();
const size = z.looseObject({ width: z.number(), height: z.number() }).nullish();
const position = z.looseObject({ x: z.number(), y: z.number() }).nullish();

const parent = z
  .looseObject({ trustZone: text.optional(), component: text.optional() })
  .refine(
    (value) => Object.hasOwn(value, 'trustZone') !== Object.hasOwn(value, 'component'),
    'exactly one of trustZone and component is required',
  );

const element = z.looseObject({
  representation: text,
  name: maybeText,
  id: text,
  position,
  size,
  file: maybeText,
  line: maybeNumber,
  codeSnippet: maybeText,
  attributes,
});

const threatInstance = z.looseObject({
  threat: text,
  state: text,
  mitigations: z
    .array(z.looseObject({ mitigation: text.nullable(), state: text.nullable() }).nullable())
    .optional(),
});

const project = z.looseObject({
  name: text,
  id: text,
  description: maybeText,
  owner: maybeText,
  ownerContact: maybeText,
  tags: z.array(text).nullish(),
  attributes,
});

const representation = z.looseObject({
  name: text,
  id: text,
  type: text,
  description: maybeText,
  size,
  repository: z.looseObject({ url: text.nullable() }).nullish(),
  attributes,
});

const asset = z.looseObject({
  name: text,
  id: text,
  description: maybeText,
  risk: z.looseObject({
    confidentiality: z.number(),
    integrity: z.number(),
    availability: z.number(),
    comment: maybeText,
  }),
  attributes,
});

const trustZone = z.looseObject({
  id: text,
  name: text,
  type: text.optional(),
  description: maybeText,
  risk: z.looseObject({ trustRating: z.number() }),
  parent: parent.optional(),
  representations: z.array(element).nullish(),
  attributes,
});

const component = z.looseObject({
  id: text,
  name: text,
  type: text,
  description: maybeText,
  parent,
  representations: z.array(element).nullish(),
  assets: z.looseObject({ processed: maybeTexts, stored: maybeTexts }).nullish(),
  threats: z.array(threatInstance).nullish(),
  tags: maybeTexts,
  attributes,
});

const dataflow = z.looseObject({
  id: text,
  name: text,
  description: maybeText,
  bidirectional: z.boolean().nullish(),
  source: text,
  destination: text,
  assets: maybeTexts,
  threats: z.array(threatInstance).nullish(),
  tags: maybeTexts,
  attributes,
});

const threat = z.looseObject({
  id: text,
  name: text,
  description: maybeText,
  categories: maybeTexts,
  cwes: maybeTexts,
  risk: z.looseObject({
    likelihood: z.number().nullable(),
    likelihoodComment: maybeText,
    impact: z.number(),
    impactComment: text.optional(),
  }),
  tags: maybeTexts,
  attributes,
});

const mitigation = z.looseObject({
  id: text,
  name: text,
  description: maybeText,
  riskReduction: z.number(),
  attributes,
});

export const otmSchema = z.looseObject({
  otmVersion: text,
  project,
  representations: z.array(representation).nullish(),
  assets: z.array(asset).nullish(),
  trustZones: z.array(trustZone).optional(),
  components: z.array(component).nullish(),
  dataflows: z.array(dataflow).optional(),
  threats: z.array(threat).nullish(),
  mitigations: z.array(mitigation).nullish(),
});

export type OtmDocument = z.infer<typeof otmSchema>;
export type OtmZone = z.infer<typeof trustZone>;
export type OtmComponent = z.infer<typeof component>;
export type OtmElement = z.infer<typeof element>;
export type OtmFlow = z.infer<typeof dataflow>;
export type OtmRepresentation = z.infer<typeof representation>;
export type OtmThreat = z.infer<typeof threat>;
export type OtmMitigation = z.infer<typeof mitigation>;

/**
 * Checks a document without copying it, because zod's own output would lose a key called `__proto__`.
 */
export const isOtmDocument = (value: unknown): value is OtmDocument =>
  otmSchema.safeParse(value).success;
