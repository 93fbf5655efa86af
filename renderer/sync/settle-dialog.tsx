import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { useSyncPanel, type Settlement } from './sync-panel-state.ts';
import classes from './sync-panel.module.css';

const close = (): void => useSyncPanel.setState({ settling: null });

/** Asks before everything here or everything at the service becomes as the other is. */
export const SettleDialog = () => {
  const { t } = useTranslation('sync');
  const settling = useSyncPanel((panel) => panel.settling);
  return (
    <Modal
      onClose={close}
      opened={settling !== null}
      size={460}
      title={settling && t(`settle.${settling}.title`)}
    >
      {settling && <Confirmation settling={settling} />}
    </Modal>
  );
};

const Confirmation = ({ settling }: { settling: Settlement }) => {
  const { t } = useTranslation('sync');
  const { t: tApp } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const settle = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await desktop.sync.settle({ choice: settling });
      close();
    } catch (error) {
      showError(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <p className={classes.explain}>{t(`settle.${settling}.text`)}</p>
      <Group gap="sm" justify="flex-end" mt="md">
        <Button data-autofocus onClick={close} variant="default">
          {tApp('cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => void settle()}>
          {t(`settle.${settling}.ask`)}
        </Button>
      </Group>
    </>
  );
};
