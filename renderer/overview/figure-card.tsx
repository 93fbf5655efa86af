import { BarChart } from '@mantine/charts';
import { UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { language } from '#shared/locales/texts.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './overview-page.module.css';

type Figure = {
  key: string;
  name: string;
  count: number;
  color?: string;
  /**
   * Opens the records or elements that the figure counts. Without this function, the row of the figure
   * opens nothing.
   */
  show?: () => void;
};

type Props = { title: string; figures: readonly Figure[]; text?: string };

const barHeight = 30;
const axisHeight = 34;

/**
 * A bar chart and a table with the same numbers. The chart is hidden from screen readers, because the
 * table says the same. Rows of the table open the counted records.
 */
export const FigureCard = ({ title, figures, text }: Props) => {
  const { t } = useTranslation('overview');
  const id = useId();
  const number = new Intl.NumberFormat(language());
  return (
    <section aria-labelledby={id} className={classes.card}>
      <h2 className={classes.cardTitle} id={id}>
        {title}
      </h2>
      {text !== undefined && <p className={classes.note}>{text}</p>}
      {figures.length > 0 && (
        <>
          {/* If all numbers are 0, the chart is left out, because the chart library would invent numbers
              for its axis. */}
          {figures.some(({ count }) => count > 0) && (
            <div aria-hidden className={classes.chart}>
              <BarChart
                barChartProps={{ accessibilityLayer: false }}
                barProps={{ isAnimationActive: false, maxBarSize: 18, radius: 3 }}
                data={figures.map(({ name, count, color }) => ({
                  name,
                  count,
                  color: color ?? 'var(--accent)',
                }))}
                dataKey="name"
                getBarColor={(_, { color }) => String(color)}
                gridAxis="none"
                h={figures.length * barHeight + axisHeight}
                orientation="vertical"
                series={[{ name: 'count', color: 'var(--accent)' }]}
                tickLine="none"
                valueFormatter={(value) => number.format(value)}
                withTooltip={false}
                xAxisProps={{ allowDecimals: false }}
                yAxisProps={{ width: 150 }}
              />
            </div>
          )}
          <table className={classes.table}>
            <caption className={classes.caption}>{t('table', { title })}</caption>
            <thead className={classes.tableHead}>
              <tr>
                <th scope="col">{t('column.name')}</th>
                <th scope="col">{t('column.count')}</th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ key, name, count, show }) => (
                <tr key={key}>
                  <th scope="row">
                    {show && count > 0 ? (
                      <UnstyledButton className={classes.link} dir="auto" onClick={show}>
                        {name}
                      </UnstyledButton>
                    ) : (
                      <span dir="auto">{name}</span>
                    )}
                  </th>
                  <td>{number.format(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
};
