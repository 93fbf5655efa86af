/**
 * Tells if a day is over. The day is stored as an instant in UTC, and compared with today's local date.
 */
export const isPast = (instant: string | null, now = new Date()): boolean => {
  if (instant === null || Number.isNaN(Date.parse(instant))) return false;
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return new Date(instant).toISOString().slice(0, 10) < today;
};

/** Tells if the due date of a threat model has passed and the model is not done. */
export const isOverdueModel = (
  model: { status: string; due_to_date: string | null },
  now = new Date(),
): boolean => model.status !== 'Done' && isPast(model.due_to_date, now);
