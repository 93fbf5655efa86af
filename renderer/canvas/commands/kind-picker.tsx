import { useEffect } from 'react';
import {
  componentKindNames,
  elementKinds,
  type ElementKind,
} from '#shared/canvas/element-kinds.ts';
import { kindIcons } from '../../kernel/commands/kind-icons.tsx';
import { matches } from '../../kernel/commands/shortcut.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { isMac } from '../../ui/keys.tsx';
import { MenuAt } from '../../ui/menu-at.tsx';
import { connectToNewAt } from '../edits/actions.ts';
import { stopGesture, useGesture, type Offer } from '../state/gesture.ts';
import { focusElement } from '../viewport/focus-element.ts';

const kinds = componentKindNames.map((type) => ({ type, shortcut: elementKinds[type].key }));

/** Asks which kind of element to add where the person dropped a new flow on the empty canvas. */
export const KindPicker = () => {
  const offer = useGesture((gesture) => gesture.offer);
  return offer && <Kinds offer={offer} />;
};

const Kinds = ({ offer: { source, at, inWindow } }: { offer: Offer }) => {
  const { t } = useTranslation(['canvas', 'elements']);
  const make = (type: ElementKind): void => void connectToNewAt(source, type, at);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const kind = kinds.find(({ shortcut }) => matches(shortcut, event, isMac));
      if (!kind) return;
      event.preventDefault();
      // Without this, the menu would handle the letter too, and select the entry that starts with it.
      // In this menu, letters add elements, as they do on the canvas.
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
        const Icon = kindIcons[type];
        return {
          key: type,
          label: t(`kind.${type}`),
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
