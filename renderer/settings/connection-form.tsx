import { Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FirstRead as Found, ListedConnection } from '#shared/desktop/connections.ts';
import { showSection, type ConnectionField } from '../kernel/connection/connections.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FocusedView, Note } from '../ui/note.tsx';
import { switchConnection } from './switch-connection.ts';
import { useConnectionForm } from './use-connection-form.ts';
import classes from './connection-form.module.css';

type ConnectionFormProps = {
  /** The connection to change, or `null` for a new connection. */
  known: ListedConnection | null;
  keepsSecrets: boolean;
};

/** Adds or changes a connection. A connection can be saved only if it works. */
export const ConnectionForm = ({ known, keepsSecrets }: ConnectionFormProps) => {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const [added, setAdded] = useState<{ id: string; found: Found | null } | null>(null);
  const back = (): void => showSection('connections');
  const form = useConnectionForm(known, (saved) => (known ? back() : setAdded(saved)));
  const { values, errorOf, isBusy, failures } = form;
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failures]);
  if (added) {
    return (
      <FocusedView>
        <ConnectionAdded added={added} name={values.name.trim()} />
      </FocusedView>
    );
  }

  const isMoved = known !== null && values.baseUrl.trim() !== known.baseUrl;
  const isOther = isMoved || (known !== null && values.clientId.trim() !== known.clientId);
  const field = (name: ConnectionField) => ({
    'aria-invalid': errorOf(name) !== null,
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value),
    readOnly: isBusy,
    spellCheck: false,
    value: values[name],
  });

  // A busy button gets `aria-disabled` instead of `disabled`, because a disabled button would lose the
  // focus.
  const busy = { 'aria-disabled': isBusy, 'data-disabled': isBusy };

  return (
    <form
      noValidate
      ref={fields}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <Stack gap="md">
        <div className={classes.fields}>
          <TextInput
            {...field('name')}
            data-autofocus={known?.secret !== 'missing' || undefined}
            description={t('form.name-text')}
            label={t('form.name')}
            maxLength={100}
            placeholder={t('form.name-example')}
          />
          <TextInput
            {...field('baseUrl')}
            description={t('form.address-text')}
            label={t('form.address')}
            maxLength={2000}
          />
          <TextInput
            {...field('clientId')}
            description={t('form.client-id-text')}
            label={t('form.client-id')}
            maxLength={500}
          />
          <PasswordInput
            {...field('secret')}
            autoComplete="off"
            data-autofocus={known?.secret === 'missing' || undefined}
            description={t(secretText(known, isOther))}
            label={t('form.secret')}
            maxLength={1000}
            visibilityToggleButtonProps={{ 'aria-label': t('form.show-secret') }}
          />
        </div>
        {isMoved && <Note tone="info">{t('form.moved')}</Note>}
        {!keepsSecrets && <Note tone="info">{t('no-store')}</Note>}
        {form.generalError !== null && <Note tone="bad">{form.generalError}</Note>}
        {form.found && <FoundContents found={form.found} />}
        <DialogFooter>
          <output className={classes.progress}>
            {isBusy && (
              <>
                <Loader size={14} />
                {t('form.checking')}
              </>
            )}
          </output>
          <Button onClick={isBusy ? form.cancel : back} variant="default">
            {tApp('cancel')}
          </Button>
          <Button {...busy} onClick={() => void form.check()} variant="default">
            {t('form.check')}
          </Button>
          <Button {...busy} type="submit">
            {t(known ? 'form.save' : 'form.save-new')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};

const secretText = (known: ListedConnection | null, isOther: boolean) => {
  if (!known || known.secret === 'missing') return 'form.secret-text';
  return isOther ? 'form.secret-again' : 'form.secret-keep';
};

type ConnectionAddedProps = { added: { id: string; found: Found | null }; name: string };

/** Shows the result of a new connection's first read, with a button that opens the connection. */
const ConnectionAdded = ({ added: { id, found }, name }: ConnectionAddedProps) => {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="md">
      <strong dir="auto">{t('form.added', { name })}</strong>
      {found && <FoundContents found={found} />}
      <DialogFooter>
        <Button onClick={() => showSection('connections')} variant="default">
          {t('form.done')}
        </Button>
        <Button data-autofocus onClick={() => void switchConnection(id)}>
          {t('form.open')}
        </Button>
      </DialogFooter>
    </Stack>
  );
};

const FoundContents = ({ found }: { found: Found }) => {
  const { t } = useTranslation('settings');
  const { collections, threatModels, missingWriteScopes } = found;
  const text =
    collections === null || threatModels === null
      ? t('form.works')
      : t('form.works-counts', {
          collections: t('form.collections', { count: collections }),
          models: t('form.models', { count: threatModels }),
        });
  return (
    <Note tone="good">
      <span>{text}</span>
      {missingWriteScopes.length > 0 && (
        <span>{t('form.read-only', { scopes: missingWriteScopes.join(', ') })}</span>
      )}
    </Note>
  );
};
