import type { EndpointCase } from '../endpoint-case.ts';
import type { Planted } from '../planted.ts';
import type { Shape } from '../shape.ts';

type Body = Pick<EndpointCase, 'body' | 'required' | 'subjects' | 'mentioned'>;

type RecordKind = {
  path: string;
  id: (planted: Planted) => string;
  single: Shape;
  create: Body & Partial<Pick<EndpointCase, 'answer'>>;
  change: Body;
};

/** Returns the five cases that all kinds of records in a collection share. */
export const recordCases = ({ path, id, single, create, change }: RecordKind): EndpointCase[] => {
  const one = {
    params: (planted: Planted) => ({ id: id(planted) }),
    answer: { json: single },
    status: 200,
  };
  return [
    { ...one, endpoint: `GET ${path}/{id}`, permission: 'read' },
    {
      endpoint: `POST ${path}`,
      answer: one.answer,
      ...create,
      permission: 'write',
      status: 201,
    },
    { ...one, endpoint: `PATCH ${path}/{id}`, ...change, permission: 'write' },
    {
      ...one,
      endpoint: `DELETE ${path}/{id}`,
      permission: 'write',
      status: 204,
      answer: 'nothing',
    },
    { ...one, endpoint: `POST ${path}/{id}/restore`, permission: 'write' },
  ];
};
