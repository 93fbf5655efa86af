import { describe, expect, it } from 'vitest';
import { clipMediaType } from '#shared/desktop/clip.ts';
import { contentOf } from './clipboard-content.ts';

const paste = (types: string[], found: Record<string, string>) => ({
  types,
  getData: (type: string) => found[type] ?? '',
});

describe('the content of a paste', () => {
  it('is our own form and text, or text alone', () => {
    const both = { [clipMediaType]: '{}', 'text/plain': 'Browser' };
    expect(contentOf(paste(Object.keys(both), both))).toEqual({ clip: '{}', text: 'Browser' });
    const text = contentOf(paste(['text/plain'], { 'text/plain': 'Browser' }));
    expect(text).toEqual({ clip: '', text: 'Browser' });
  });

  it('is empty if the clipboard is empty or has a picture', () => {
    expect(contentOf(paste([], {}))).toEqual({ clip: '', text: '' });
    expect(contentOf(paste(['Files'], {}))).toEqual({ clip: '', text: '' });
  });

  it('is unknown if it is announced but missing, as right after a write', () => {
    expect(contentOf(paste(['text/plain', clipMediaType], {}))).toBeUndefined();
  });
});
