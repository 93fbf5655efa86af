import { useNavigate } from '@tanstack/react-router';
import { FileDown, PencilRuler, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { runCommand } from '../kernel/commands/use-command.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './first-run.module.css';

/** Offers three ways to start while there is no threat model. */
export const FirstRun = () => {
  const { t } = useTranslation('collections');
  const navigate = useNavigate();

  const openSample = async (): Promise<void> => {
    try {
      const { canvasId } = await desktop.workspace.addSample();
      await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
      await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className={classes.first}>
      <h1 className={classes.title}>{t('first.title')}</h1>
      <p className={classes.text}>{t('first.text')}</p>
      <div className={classes.ways}>
        <StartOption
          icon={<Store />}
          onClick={() => void openSample()}
          text={t('first.sample-text')}
          title={t('first.sample')}
        />
        <StartOption
          icon={<FileDown />}
          onClick={() => runCommand('file.import')}
          text={t('first.import-text')}
          title={t('first.import')}
        />
        <StartOption
          icon={<PencilRuler />}
          onClick={() => runCommand('file.new-model')}
          text={t('first.new-text')}
          title={t('first.new')}
        />
      </div>
    </section>
  );
};

type StartOptionProps = { icon: ReactNode; title: string; text: string; onClick: () => void };

const StartOption = ({ icon, title, text, onClick }: StartOptionProps) => (
  <button className={classes.way} onClick={onClick} type="button">
    <span aria-hidden className={classes.icon}>
      {icon}
    </span>
    <strong>{title}</strong>
    <span className={classes.explain}>{text}</span>
  </button>
);
