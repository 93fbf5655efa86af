import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createEditing } from './editing.ts';
import { createPresses } from './presses.ts';

const open = () => {
  const calls: string[] = [];
  const emitter = new EventEmitter();
  const contents = {
    cut: () => void calls.push('cut'),
    copy: () => void calls.push('copy'),
    paste: () => void calls.push('paste'),
  };
  let time = 0;
  const editing = createEditing(
    contents,
    createPresses(emitter, () => time),
  );
  return {
    calls,
    editing,
    input: (type: string) => emitter.emit('input-event', {}, { type }),
    wait: (ms: number) => (time += ms),
  };
};

describe('the clipboard, as requested by the page', () => {
  it('is written on any request', () => {
    const { calls, editing } = open();
    editing.asked('copy');
    editing.asked('cut');
    expect(calls).toEqual(['copy', 'cut']);
  });

  it('is not read without a press or long after one', () => {
    const { calls, editing, input, wait } = open();
    expect(() => editing.asked('paste')).toThrow('Nobody asked');
    input('mouseMove');
    expect(() => editing.asked('paste')).toThrow('Nobody asked');
    input('rawKeyDown');
    wait(4000);
    editing.asked('paste');
    wait(2000);
    expect(() => editing.asked('paste')).toThrow('Nobody asked');
    expect(calls).toEqual(['paste']);
  });

  it('is read after a choice in the menu, and again right after', () => {
    const { calls, editing, wait } = open();
    editing.chosen('paste');
    wait(1000);
    editing.asked('paste');
    wait(5000);
    expect(() => editing.asked('paste')).toThrow('Nobody asked');
    expect(calls).toEqual(['paste', 'paste']);
  });
});
