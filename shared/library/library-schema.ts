import { z } from 'zod';
import { priorities } from '../api/enumerations.ts';
import { componentKindNames } from '../canvas/element-kinds.ts';

/** The schema of the entries of the default library. The README describes each field. */

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const sentence = z.string().trim().min(1);

export const strideCategories = [
  'Spoofing',
  'Tampering',
  'Repudiation',
  'Information disclosure',
  'Denial of service',
  'Elevation of privilege',
] as const;
export const linddunCategories = [
  'Linking',
  'Identifying',
  'Non-repudiation',
  'Detecting',
  'Data disclosure',
  'Unawareness',
  'Non-compliance',
] as const;
export const libraryCategories = [...strideCategories, ...linddunCategories, 'AI'] as const;

export const libraryAttribute = z.strictObject({
  id,
  title: sentence,
  /**
   * Other names by which a search finds the attribute: products, services of cloud providers,
   * abbreviations.
   */
  aliases: z.array(sentence),
  description: sentence,
  /** The kinds of elements that usually have the attribute. */
  kinds: z.array(z.enum([...componentKindNames, 'trustBoundaryNode'])).min(1),
});

export const libraryThreat = z.strictObject({
  id,
  title: sentence,
  /** An explanation of how the threat could happen to an element. */
  description: sentence,
  /** Instructions for finding out whether the threat applies. */
  check: sentence,
  categories: z.array(z.enum(libraryCategories)).min(1),
  references: z.array(z.string().regex(/^(CWE-\d+|CAPEC-\d+|T\d{4}(\.\d{3})?)$/)),
  priority: z.enum(priorities),
  /** The IDs of the mitigations. The most effective mitigation comes first. */
  mitigations: z.array(id).min(1),
});

const costs = ['low', 'medium', 'high'] as const;

export const libraryMitigation = z.strictObject({
  id,
  title: sentence,
  description: sentence,
  /** A test that shows that the mitigation works. */
  verify: sentence,
  /**
   * The work for the mitigation. `low` means hours, `medium` means days, and `high` means weeks or a
   * lasting effort.
   */
  cost: z.enum(costs),
  controls: z.array(
    z
      .string()
      .regex(
        /^(ASVS 4\.0\.3-\d+\.\d+\.\d+|NIST 800-53 [A-Z]{2}-\d+(\(\d+\))?|ISO 27001 A\.[5-8]\.\d+|CIS \d+\.\d+)$/,
      ),
  ),
});

export type LibraryAttribute = z.infer<typeof libraryAttribute>;
export type LibraryThreat = z.infer<typeof libraryThreat>;
export type LibraryMitigation = z.infer<typeof libraryMitigation>;
