import { useEffect, useRef, useState } from 'react';
import type {
  ConnectionCheck,
  ConnectionProblem,
  FirstRead,
  ListedConnection,
} from '#shared/desktop/connections.ts';
import { fieldOf, problemText, type ConnectionField } from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { isAbort, showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';

type FormValues = Record<ConnectionField, string>;
type Saved = { id: string; found: FirstRead | null };

/**
 * Returns the values and errors of the form, the result of a check, and functions that check and save.
 */
export const useConnectionForm = (
  known: ListedConnection | null,
  onSaved: (saved: Saved) => void,
) => {
  const { t } = useTranslation('settings');
  const [values, setValues] = useState<FormValues>({
    name: known?.name ?? '',
    baseUrl: known?.baseUrl ?? '',
    clientId: known?.clientId ?? '',
    secret: '',
  });
  const [incomplete, setIncomplete] = useState<ReadonlySet<ConnectionField>>(new Set());
  const [problem, setProblem] = useState<ConnectionProblem | null>(null);
  const [found, setFound] = useState<FirstRead | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const running = useRef<AbortController | null>(null);
  // Closing the form cancels a running check or save.
  useEffect(() => () => running.current?.abort(), []);

  const candidate = {
    id: known?.id ?? null,
    baseUrl: values.baseUrl.trim(),
    clientId: values.clientId.trim(),
    secret: values.secret === '' ? null : values.secret,
  };

  const isComplete = (fields: readonly ConnectionField[]): boolean => {
    const empty = fields.filter(
      (field) => values[field].trim() === '' && !(field === 'secret' && known),
    );
    setIncomplete(new Set(empty));
    if (empty.length > 0) setFailures((count) => count + 1);
    return empty.length === 0;
  };

  const attempt = async <Outcome extends ConnectionCheck | { ok: true; id: string }>(
    task: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | null> => {
    const abort = new AbortController();
    running.current = abort;
    setIsBusy(true);
    setProblem(null);
    setFound(null);
    try {
      const outcome = await task(abort.signal);
      if (abort.signal.aborted) return null;
      if (!outcome.ok) {
        setProblem(outcome.problem);
        setFailures((count) => count + 1);
      }
      return outcome;
    } catch (error) {
      if (!isAbort(error) && !abort.signal.aborted) showError(error);
      return null;
    } finally {
      setIsBusy(false);
    }
  };

  const check = async (): Promise<void> => {
    if (isBusy || !isComplete(['baseUrl', 'clientId', 'secret'])) return;
    const outcome = await attempt((signal) => desktop.connections.check(candidate, { signal }));
    if (outcome?.ok) setFound(outcome.found);
  };

  const save = async (): Promise<void> => {
    if (isBusy || !isComplete(['name', 'baseUrl', 'clientId', 'secret'])) return;
    const saved = { ...candidate, name: values.name.trim() };
    const outcome = await attempt((signal) => desktop.connections.save(saved, { signal }));
    if (outcome?.ok) onSaved(outcome);
  };

  const errorOf = (field: ConnectionField): string | null => {
    if (incomplete.has(field)) return t('form.needed');
    return problem && fieldOf(problem.kind) === field ? problemText(t, problem) : null;
  };

  return {
    values,
    found,
    isBusy,
    /**
     * The number of failed checks and attempts to save. When it grows, the form focuses the first
     * invalid field.
     */
    failures,
    errorOf,
    /** The text of a problem that concerns no field, or `null` if there is no such problem. */
    generalError: problem && fieldOf(problem.kind) === null ? problemText(t, problem) : null,
    set: (field: ConnectionField, value: string): void => {
      setValues((all) => ({ ...all, [field]: value }));
      setIncomplete((all) => new Set([...all].filter((each) => each !== field)));
      setProblem(null);
      setFound(null);
    },
    check,
    save,
    cancel: (): void => running.current?.abort(),
  };
};
