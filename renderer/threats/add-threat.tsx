import { useState, type Ref } from 'react';
import { matchingTemplates, type ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import { useThreatTemplates, withReferences } from '../kernel/codex/threat-templates.ts';
import { SeverityIcon } from '../kernel/records/severity.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { SearchAdd } from '../ui/fields/search-add.tsx';
import classes from './add-threat.module.css';

type Props = {
  label: string;
  placeholder: string;
  /** Adds a threat of the codex, or a threat that has only a title. */
  add: (threat: ThreatTemplate | string) => void;
  ref?: Ref<HTMLInputElement>;
};

const maxOffers = 12;

/** A field that adds a threat by its title. It offers threats of the codex while the person types. */
export const AddThreat = ({ label, placeholder, add, ref }: Props) => {
  const { t } = useTranslation('threats');
  const [isNeeded, setNeeded] = useState(false);
  const templates = useThreatTemplates(isNeeded);

  /** Adds the threat of the codex that has this title, or else a threat that has only this title. */
  const choose = async (title: string): Promise<void> => {
    const wanted = title.toLowerCase();
    const template = templates.find((each) => each.title.toLowerCase() === wanted);
    add(template ? await withReferences(template) : title);
  };

  return (
    <SearchAdd
      add={(title) => void choose(title)}
      choose={(title) => void choose(title)}
      label={label}
      listLabel={t('codex-offers')}
      offersFor={(text) =>
        matchingTemplates(templates, text, maxOffers).map((template) => ({
          id: template.title,
          content: <Offer template={template} />,
        }))
      }
      onFocus={() => setNeeded(true)}
      placeholder={placeholder}
      {...(ref && { ref })}
    />
  );
};

const Offer = ({ template }: { template: ThreatTemplate }) => (
  <span className={classes.offer}>
    <SeverityIcon priority={template.priority} size={14} />
    <span className={classes.text} dir="auto">
      {template.title}
      <span className={classes.facts}>
        {[...template.categories, ...template.references.slice(0, 2)].join(' · ')}
      </span>
    </span>
  </span>
);
