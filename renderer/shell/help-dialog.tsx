import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../kernel/commands/use-command.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Formatted } from '../ui/fields/markdown-field.tsx';
import { sectionsBody, SectionTabs } from '../ui/section-tabs.tsx';
import classes from './help-dialog.module.css';

const pages = ['start', 'drawing', 'threats', 'files', 'sync', 'keyboard'] as const;
type HelpPage = (typeof pages)[number];

/** The help pages. They are part of the texts of the app, so they need no network. */
export const HelpDialog = () => {
  const { t } = useTranslation('help');
  const [current, setCurrent] = useState<HelpPage>('start');
  const [isOpen, setIsOpen] = useState(false);
  const show = (page: HelpPage) => ({
    run: () => {
      setCurrent(page);
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
      classNames={{ body: sectionsBody }}
      onClose={() => setIsOpen(false)}
      opened={isOpen}
      size={820}
      title={t('title')}
    >
      <SectionTabs
        isText
        label={t('pages')}
        onShow={setCurrent}
        sections={pages.map((name) => ({
          name,
          title: t(`page.${name}.title`),
          content: (
            <>
              <h3 className={classes.title}>{t(`page.${name}.title`)}</h3>
              <Formatted text={t(`page.${name}.text`)} />
            </>
          ),
        }))}
        current={current}
      />
    </Modal>
  );
};
