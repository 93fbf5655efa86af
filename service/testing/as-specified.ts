import assert from 'node:assert/strict';
import { problems, problemSchema, type ProblemCode } from '#shared/api/problem.ts';
import { documentsInThread } from '../documents/documents.ts';
import { routeTable } from '../protocol/route-table.ts';
import { createRouter } from '../router.ts';
import { isDocumented } from './documented-codes.ts';

const now = () => new Date();
const table = routeTable(
  createRouter({ now, steadyNow: now, tokenLifetimeSeconds: 0, documents: documentsInThread() }),
);

/**
 * Checks that a response has exactly the fields of the contract, and that every error is a problem.
 */
export const assertAsSpecified = async (
  method: string,
  url: URL,
  response: Response,
): Promise<void> => {
  const text = await response.text();
  const type = response.headers.get('content-type');
  assert.ok(response.headers.get('x-request-id'), 'every answer has a request id');
  const path = url.pathname.replace(/^\/api\/v1/, '');
  const match = table.match(method, path);
  if (response.status >= 400) {
    const code = assertProblem(response, type, text, method);
    if (match.kind !== 'route' || code === undefined) return;
    const { route } = match;
    assert.ok(isDocumented(route.method, route.path, code), `${method} ${path} says ${code}`);
    return;
  }
  if (match.kind !== 'route') return;
  const { route } = match;
  if (response.status === 304 || method === 'HEAD') {
    assert.equal(text, '');
    return;
  }
  assert.equal(response.status, route.successStatus);
  if (route.answers === 'file') return;
  const body = text === '' ? undefined : parseAsSchemasDo(text);
  const schema = route.procedure['~orpc'].outputSchema;
  const result = await schema?.['~standard'].validate(body);
  assert.ok(result && !result.issues, `${method} ${path}: ${JSON.stringify(result?.issues)}`);
  assert.deepEqual(body, result.value, `${method} ${path} answers more than is specified`);
};

/**
 * Parses JSON, and leaves out keys `__proto__`. Canvas data can have such keys, but a schema drops them,
 * and the parsed value is compared with the schema's output.
 */
const parseAsSchemasDo = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));

const isCode = (code: string): code is ProblemCode => code in problems;

/**
 * Checks that a response is a problem, and returns its code. Returns `undefined` for a response to HEAD,
 * which has no body.
 */
const assertProblem = (
  response: Response,
  type: string | null,
  text: string,
  method: string,
): ProblemCode | undefined => {
  assert.equal(type, 'application/problem+json');
  if (method === 'HEAD') return undefined;
  const problem = problemSchema.strict().parse(JSON.parse(text));
  assert.ok(isCode(problem.code), `${problem.code} is no code of the specification`);
  assert.equal(problem.status, response.status);
  assert.equal(problem.status, problems[problem.code].status);
  assert.equal(problem.requestId, response.headers.get('x-request-id'));
  if (problem.status === 401) {
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
  }
  return problem.code;
};
