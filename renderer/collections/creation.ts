import { create } from 'zustand';

/** What the dialog is about to create; a model goes to `collectionId` unless another is chosen. */
export type Creation = { kind: 'collection' } | { kind: 'threatModel'; collectionId?: string };

/** The dialog that names something new, opened from menus, the sidebar and the start page. */
export const useCreation = create<{ creation: Creation | null }>(() => ({ creation: null }));

export const startCreation = (creation: Creation): void => useCreation.setState({ creation });
export const endCreation = (): void => useCreation.setState({ creation: null });
