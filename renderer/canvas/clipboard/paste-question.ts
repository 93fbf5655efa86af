import { create } from 'zustand';

/** What is asked in the course of pasting. */
export type PasteQuestion =
  | { about: 'components'; titles: readonly string[] }
  | { about: 'lines'; count: number };

export type PasteAnswer = 'same' | 'new' | 'paste';

type Asked = { question: PasteQuestion; answer: (answer: PasteAnswer | null) => void };

export const usePasteQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** `null` where the person thought better of it. */
export const askPaste = (question: PasteQuestion): Promise<PasteAnswer | null> =>
  new Promise((resolve) => {
    usePasteQuestion.getState().asked?.answer(null);
    const answer = (given: PasteAnswer | null): void => {
      usePasteQuestion.setState({ asked: null });
      resolve(given);
    };
    usePasteQuestion.setState({ asked: { question, answer } });
  });
