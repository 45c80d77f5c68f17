/** What the commands for backups see of them. */

/** Why a backup was not restored; the database is as it was. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}
