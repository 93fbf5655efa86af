import { z } from 'zod';
import { listOf } from '../access/address-list.ts';

/** An address, or a CIDR range of them. */
export const addressRangeOption = z.string().superRefine((text, context) => {
  try {
    listOf([text]);
  } catch {
    context.addIssue(`"${text}" is no address and no range of them such as 10.0.0.0/8`);
  }
});
