/** The committed contract as it judges what is sent: read from its files, sharing nothing with the code that wrote them. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: a document is whatever its standard says
export type Json = any;

export interface Judge {
  readonly document: Json;
  /**
   * @param path the keys under which the schema stands in the document
   * @returns what is wrong with a value, in words; nothing when it fits
   */
  faults(path: readonly string[], value: unknown): readonly string[];
}

const judges = new Map<string, Judge>();

/** One for each process: a schema is compiled when something is first held against it. */
export function judgeOf(file: 'openapi.json' | 'asyncapi.json'): Judge {
  const known =
    judges.get(file) ??
    createJudge(JSON.parse(readFileSync(new URL(`../../openapi/${file}`, import.meta.url), 'utf8')));
  judges.set(file, known);
  return known;
}

export function createJudge(document: Json): Judge {
  let ajv: Ajv2020 | null = null;
  const compiled = new Map<string, ValidateFunction>();

  function validatorOf(pointer: string): ValidateFunction {
    const known = compiled.get(pointer);
    if (known !== undefined) return known;
    if (ajv === null) {
      ajv = new Ajv2020({ strict: false, discriminator: true, allErrors: true });
      addFormats.default(ajv);
      ajv.addSchema({ ...closed(document), $id: 'contract' });
    }
    const validate = ajv.compile({ $ref: `contract#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  }

  return {
    document,
    faults(path, value) {
      const validate = validatorOf(path.map((key) => `/${escaped(key)}`).join(''));
      return validate(value) ? [] : (validate.errors ?? []).slice(0, 5).map(inWords);
    },
  };
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

/** Unlike a client, a test wants no property that the contract does not name; and ajv finds the branches by itself. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'discriminator' && isRecord(part)) return [key, { propertyName: part.propertyName }];
      // What examples hold is data, whatever it looks like.
      return [key, key === 'example' || key === 'examples' ? part : closed(part)];
    }),
  );
  const open = value.type === 'object' && isRecord(value.properties) && value.additionalProperties === undefined;
  return open ? { ...inner, additionalProperties: false } : inner;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
