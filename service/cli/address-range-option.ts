import { z } from 'zod';
import { listOf } from '../access/address-list.ts';

export const addressRangeOption = z.string().superRefine((text, context) => {
  try {
    listOf([text]);
  } catch {
    context.addIssue(`"${text}" is not an IP address or range such as 10.0.0.0/8`);
  }
});
