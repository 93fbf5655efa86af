const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Returns a localized size, such as 1.2 MB, 840 kB, or 12 bytes. */
export const fileSize = (bytes: number, locale: string): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 2 ? 1 : 0,
  }).format(bytes / 1000 ** power);
};
