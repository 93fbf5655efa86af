import { ActionIcon } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { DraftText } from './draft-fields.tsx';
import { isFormatted, safeMarkdown } from './safe-markdown.ts';
import classes from './markdown-field.module.css';

type Props = {
  label: string;
  value: string;
  placeholder: string;
  save: (text: string) => void;
};

/**
 * A field that shows its text formatted. After a click on the text or its button, it shows the Markdown
 * for editing.
 */
export const MarkdownField = ({ label, value, placeholder, save }: Props) => {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const wantsFocus = useRef(false);

  const edit = (): void => {
    wantsFocus.current = true;
    setIsEditing(true);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const isLink = target instanceof Element && target.closest('a') !== null;
    const isSelecting = window.getSelection()?.isCollapsed === false;
    if (!isLink && !isSelecting) edit();
  };

  if (!isEditing && value.trim() !== '') {
    return (
      // For the keyboard, the button below does the same as a click on the text.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <div className={classes.shown} onClick={onClick}>
        <Formatted text={value} />
        <ActionIcon
          aria-label={t('edit-named', { name: label })}
          className={classes.edit}
          onClick={edit}
          size="sm"
        >
          <Pencil />
        </ActionIcon>
      </div>
    );
  }
  return (
    <div
      onBlur={() => setIsEditing(false)}
      onFocus={() => setIsEditing(true)}
      ref={(field) => {
        if (!wantsFocus.current || !field) return;
        wantsFocus.current = false;
        field.querySelector('textarea')?.focus();
      }}
    >
      <DraftText label={label} placeholder={placeholder} save={save} shape="prose" value={value} />
    </div>
  );
};

/** Shows formatted Markdown, without images or anything else that is loaded from an address. */
export const Formatted = ({ text }: { text: string }) =>
  isFormatted(text) ? (
    <div
      className={classes.text}
      dir="auto"
      key={text}
      ref={(element) => element?.replaceChildren(safeMarkdown(text))}
    />
  ) : (
    <div className={`${classes.text} ${classes.plain}`} dir="auto">
      {text}
    </div>
  );
