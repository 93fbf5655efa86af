import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section-tabs.module.css';

/** The class for the body of a dialog that contains only sections. */
export const sectionsBody = classes.body ?? '';

type Section<Name extends string> = {
  name: Name;
  title: string;
  icon?: ReactNode;
  content: ReactNode;
  /**
   * True if a control in the content gets the focus when the dialog opens. Otherwise, the name of the
   * section gets the focus.
   */
  focusesContent?: boolean;
};

type Props<Name extends string> = {
  label: string;
  sections: readonly Section<Name>[];
  current: Name;
  onShow: (name: Name) => void;
  /**
   * True if the sections contain only text. A section can then get the focus, so that keys scroll its
   * text.
   */
  isText?: boolean;
};

/**
 * The sections of a dialog: a list of their names at the left, and the chosen section beside the list.
 */
export const SectionTabs = <Name extends string>(props: Props<Name>) => {
  const { label, sections, current, onShow, isText = false } = props;
  return (
    <Tabs
      className={classes.sections}
      classNames={{ tabLabel: classes.label }}
      keepMounted={false}
      onChange={(value) => {
        const section = sections.find(({ name }) => name === value);
        if (section) onShow(section.name);
      }}
      orientation="vertical"
      value={current}
      variant="pills"
    >
      <Tabs.List aria-label={label} className={classes.names}>
        {sections.map(({ name, title, icon, focusesContent }) => (
          <Tabs.Tab
            className={classes.name}
            data-autofocus={(name === current && !focusesContent) || undefined}
            key={name}
            leftSection={icon}
            value={name}
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(({ name, content }) => (
        <Tabs.Panel
          className={classes.section}
          key={name}
          value={name}
          {...(isText && { tabIndex: 0 })}
        >
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};
