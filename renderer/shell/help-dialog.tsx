import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../kernel/commands/use-command.ts';
import { Formatted } from '../ui/fields/markdown-field.tsx';
import classes from './help-dialog.module.css';

const pages = ['start', 'drawing', 'threats', 'files', 'sync', 'keyboard'] as const;
type HelpPage = (typeof pages)[number];
const isPage = (name: string | null): name is HelpPage => pages.some((each) => each === name);

/** The help pages. They are part of the texts of the app, so they need no network. */
export const HelpDialog = () => {
  const { t } = useTranslation('help');
  const [shown, setShown] = useState<HelpPage>('start');
  const [isOpen, setIsOpen] = useState(false);
  const show = (page: HelpPage) => ({
    run: () => {
      setShown(page);
      setIsOpen(true);
    },
  });
  useCommand('help.start', show('start'));
  useCommand('help.drawing', show('drawing'));
  useCommand('help.threats', show('threats'));
  useCommand('help.files', show('files'));
  useCommand('help.sync', show('sync'));
  useCommand('help.keyboard', show('keyboard'));
  return (
    <Modal
      classNames={{ body: classes.body }}
      onClose={() => setIsOpen(false)}
      opened={isOpen}
      size={820}
      title={t('title')}
    >
      <Tabs
        className={classes.pages}
        classNames={{ tabLabel: classes.label }}
        keepMounted={false}
        onChange={(name) => {
          if (isPage(name)) setShown(name);
        }}
        orientation="vertical"
        value={shown}
        variant="pills"
      >
        <Tabs.List aria-label={t('pages')} className={classes.names}>
          {pages.map((page) => (
            <Tabs.Tab
              className={classes.name}
              data-autofocus={page === shown || undefined}
              key={page}
              value={page}
            >
              {t(`page.${page}.title`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {pages.map((page) => (
          <Tabs.Panel className={classes.page} key={page} tabIndex={0} value={page}>
            <h3 className={classes.title}>{t(`page.${page}.title`)}</h3>
            <Formatted text={t(`page.${page}.text`)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
};
