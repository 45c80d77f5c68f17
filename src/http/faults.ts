/** What ajv found wrong with a request, in words and codes for whoever wrote the client. */
import type { ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.ts';
import type { ProblemDetails } from './problem.ts';

export type Fault = NonNullable<ProblemDetails['errors']>[number];

/** Where Fastify found the fault. */
export type RequestPart = 'body' | 'headers' | 'querystring' | 'params';

const MOST = 20;

/** One sentence for people who see the `detail` alone. */
export function summaryOf(faults: readonly Fault[]): string {
  const [first] = faults;
  if (first === undefined) return 'The request does not match the contract.';
  const text = `${first.pointer}: ${first.detail}`;
  return faults.length === 1 ? text : `${faults.length} validation errors. The first: ${text}`;
}

/** One entry for each fault, at most twenty, in the order of the schema. */
export function faultsOf(part: RequestPart, errors: readonly ErrorObject[]): readonly Fault[] {
  const faults = withoutEchoes(withoutNoise(errors)).map((error) => ({
    pointer: pointerTo(part, placeOf(error)),
    ...explain(error),
  }));
  const seen = new Set<string>();
  const once = faults.filter(({ pointer, code }) => {
    const isNew = !seen.has(`${pointer} ${code}`);
    seen.add(`${pointer} ${code}`);
    return isNew;
  });
  return once.slice(0, MOST);
}

/** A value that fits no branch of a union fails in each of them: what is left are the branches that it came near to. */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept: readonly ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept = [...kept, error];
      continue;
    }
    const inside = kept.filter(({ instancePath }) => isWithin(instancePath, error.instancePath));
    const near = inside.filter(
      ({ keyword, instancePath }) => keyword !== 'type' || instancePath !== error.instancePath,
    );
    const outside = kept.filter((other) => !inside.includes(other));
    kept = near.length > 0 ? [...outside, ...near] : [...outside, error];
  }
  return kept;
}

/** What is of the wrong type is also none of the listed values, and does not match the pattern. */
function withoutEchoes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(
    ({ keyword, instancePath }) => keyword === 'type' || !ECHOES.has(keyword) || !mistyped.has(instancePath),
  );
}

const ECHOES: ReadonlySet<string> = new Set(['enum', 'const', 'pattern', 'format']);

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

/** The field itself, also where ajv blames the object around it. */
function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  const field: unknown =
    keyword === 'additionalProperties'
      ? params.additionalProperty
      : keyword === 'required'
        ? params.missingProperty
        : keyword === 'discriminator'
          ? params.tag
          : undefined;
  if (typeof field !== 'string') return instancePath;
  return `${instancePath}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function pointerTo(part: RequestPart, path: string): string {
  switch (part) {
    case 'body':
      return `#${path}`;
    case 'querystring':
      return `?${path.slice(1)}`;
    case 'headers':
      return `@${path.slice(1)}`;
    case 'params':
      return path;
    default: {
      const never: never = part;
      return never;
    }
  }
}

function explain(error: ErrorObject): { readonly code: string; readonly detail: string } {
  const { keyword, params, parentSchema, data } = error;
  switch (keyword) {
    case 'additionalProperties':
      return { code: 'unknown_field', detail: unknownField(String(params.additionalProperty), parentSchema) };
    case 'required':
      return { code: 'missing_field', detail: missingField(String(params.missingProperty), parentSchema) };
    case 'type':
      return { code: 'wrong_type', detail: `Must be ${typeNames(params.type)}, not ${nameOf(data)}.` };
    case 'anyOf':
    case 'oneOf':
      return { code: 'wrong_type', detail: noneOf(parentSchema, data) };
    case 'enum':
      return { code: 'invalid_enum', detail: oneOf(data, params.allowedValues) };
    case 'const':
      return { code: 'invalid_enum', detail: oneOf(data, [params.allowedValue]) };
    case 'discriminator':
      return { code: 'invalid_enum', detail: oneOf(params.tagValue, tagsOf(parentSchema, params.tag)) };
    case 'minLength':
      return { code: 'too_short', detail: `Must have at least ${params.limit} characters.` };
    case 'maxLength':
      return { code: 'too_long', detail: `May have at most ${params.limit} characters.` };
    case 'minItems':
      return { code: 'too_few', detail: `Must have at least ${params.limit} entries.` };
    case 'maxItems':
      return { code: 'too_many', detail: `May have at most ${params.limit} entries.` };
    case 'minimum':
    case 'exclusiveMinimum':
      return { code: 'too_small', detail: `Must be ${params.comparison} ${params.limit}.` };
    case 'maximum':
    case 'exclusiveMaximum':
      return { code: 'too_big', detail: `Must be ${params.comparison} ${params.limit}.` };
    case 'pattern':
      return { code: 'invalid_format', detail: describedBy(parentSchema) ?? `Must match ${params.pattern}.` };
    case 'format':
      return { code: 'invalid_format', detail: `Must be of the form ${params.format}.` };
    default:
      return { code: 'invalid', detail: `It ${error.message ?? 'is not valid'}.` };
  }
}

function missingField(field: string, schema: Record<string, unknown> | undefined): string {
  const property = isRecord(schema?.properties) ? schema.properties[field] : undefined;
  const description = isRecord(property) ? describedBy(property) : null;
  return [`"${field}" is missing.`, ...(description === null ? [] : [description])].join(' ');
}

/** @param schema a union that the value fits no branch of */
function noneOf(schema: Record<string, unknown> | undefined, data: unknown): string {
  const branches = [schema?.anyOf, schema?.oneOf].find(Array.isArray) ?? [];
  const types = branches.flatMap((branch: unknown) => (isRecord(branch) ? [branch.type] : [undefined])).flat();
  if (types.length === 0 || types.includes(undefined))
    return `Must have one of the forms that the contract lists, not ${nameOf(data)} of this form.`;
  return `Must be ${typeNames(types)}, not ${nameOf(data)}.`;
}

function unknownField(field: string, schema: Record<string, unknown> | undefined): string {
  const known = isRecord(schema?.properties) ? Object.keys(schema.properties) : [];
  const meant = didYouMean(field, known);
  if (meant !== null) return `Did you mean "${meant}"?`;
  if (known.length === 0) return 'Nothing is expected here.';
  return `There is no such field; there are: ${known.join(', ')}.`;
}

function oneOf(value: unknown, allowed: unknown): string {
  const known = Array.isArray(allowed) ? allowed.map(String) : [];
  const meant = typeof value === 'string' ? didYouMean(value, known) : null;
  if (meant !== null) return `Did you mean "${meant}"?`;
  return known.length === 0 ? 'This value is not known.' : `Must be one of: ${known.join(', ')}.`;
}

/** The words that the branches of a union are told apart by. */
function tagsOf(schema: Record<string, unknown> | undefined, tag: unknown): readonly unknown[] {
  const branches: readonly unknown[] = Array.isArray(schema?.oneOf) ? schema.oneOf : [];
  return branches.flatMap((branch) => {
    const properties = isRecord(branch) && isRecord(branch.properties) ? branch.properties : {};
    const schemaOfTag = properties[String(tag)];
    if (!isRecord(schemaOfTag)) return [];
    return Array.isArray(schemaOfTag.enum) ? schemaOfTag.enum : [schemaOfTag.const];
  });
}

function describedBy(schema: Record<string, unknown> | undefined): string | null {
  return typeof schema?.description === 'string' ? schema.description : null;
}

function typeNames(types: unknown): string {
  const named = [types].flat().map((type) => TYPE_NAMES[String(type)] ?? String(type));
  return [...new Set(named)].join(' or ');
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  null: 'null',
  array: 'a list',
  object: 'an object',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  undefined: 'missing',
};

function nameOf(value: unknown): string {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return TYPE_NAMES[type] ?? type;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
