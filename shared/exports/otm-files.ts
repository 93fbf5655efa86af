import { stringify } from 'yaml';
import type { ModelContent } from '../otm/content.ts';
import { stringifyOtm, writeOtm } from '../otm/write-otm.ts';

export const strictOtm = (model: ModelContent): string =>
  stringifyOtm(writeOtm(model, { dialect: 'strict' }));

export const serviceOtm = (model: ModelContent): string =>
  stringifyOtm(writeOtm(model, { dialect: 'service' }));

export const strictYaml = (model: ModelContent): string =>
  stringify(writeOtm(model, { dialect: 'strict' }));

export const serviceYaml = (model: ModelContent): string =>
  stringify(writeOtm(model, { dialect: 'service' }));
