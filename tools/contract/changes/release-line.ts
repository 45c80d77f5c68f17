/** Whether a release may break what another promised, by their versions alone. */

/** The part of a version within which clients go on working: the major, and before 1.0.0 the minor. @throws Error for what is no version */
export function lineOf(version: string): string {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+(?:[-+].*)?$/.exec(version) ?? [];
  if (major === undefined || minor === undefined) throw new Error(`"${version}" is no version.`);
  return major === '0' ? `0.${minor}` : major;
}
