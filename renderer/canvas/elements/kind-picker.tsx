import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeTypes, type NodeType } from '#shared/canvas/document.ts';
import { commandOf } from '../../app/commands.ts';
import { isMac } from '../../app/platform.ts';
import { matches } from '../../app/shortcut.ts';
import { MenuAt } from '../../ui/menu-at.tsx';
import { connectToNewAt } from '../actions.ts';
import { focusElement } from '../focus-element.ts';
import { stopGesture, useGesture, type Offer } from '../gesture.ts';
import { nodeKinds } from '../node-kinds.ts';

const kinds = nodeTypes
  .filter((type) => nodeKinds[type].isConnectable)
  .map((type) => ({ type, shortcut: commandOf(nodeKinds[type].command).shortcuts[0] ?? '' }));

/** Where a dragged flow was let go over the empty canvas: which kind of element to make there. */
export const KindPicker = () => {
  const offer = useGesture((gesture) => gesture.offer);
  return offer && <Kinds offer={offer} />;
};

const Kinds = ({ offer: { source, at, inWindow } }: { offer: Offer }) => {
  const { t } = useTranslation(['canvas', 'elements']);
  const make = (type: NodeType): void => void connectToNewAt(source, type, at);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const kind = kinds.find(({ shortcut }) => matches(shortcut, event, isMac));
      if (!kind) return;
      event.preventDefault();
      // The menu looks for entries by their first letter, and the canvas adds by the same keys.
      event.stopPropagation();
      connectToNewAt(source, kind.type, at);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [source, at]);

  return (
    <MenuAt
      at={inWindow}
      entries={kinds.map(({ type, shortcut }) => {
        const { icon: Icon, name } = nodeKinds[type];
        return {
          key: type,
          label: t(name),
          icon: <Icon />,
          shortcut,
          run: () => make(type),
        };
      })}
      label={t('picker', { ns: 'elements' })}
      onClose={() => {
        stopGesture();
        focusElement(source);
      }}
    />
  );
};
