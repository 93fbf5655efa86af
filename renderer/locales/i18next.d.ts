// Each layer includes this file in its tsconfig, so that text keys are type-checked everywhere.
// oxlint-disable-next-line import/no-unassigned-import
import '#shared/locales/texts.ts';
