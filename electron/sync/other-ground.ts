/** Why sync is paused at a restored or unfamiliar service until the person has decided. */
export class OtherGround extends Error {
  readonly hold: 'restored' | 'unfamiliar';

  constructor(hold: OtherGround['hold'], message: string) {
    super(message);
    this.hold = hold;
  }
}

export class Unfamiliar extends OtherGround {
  constructor() {
    super('unfamiliar', 'The service has none of your collections.');
  }
}

export class WentBack extends OtherGround {
  constructor() {
    super('restored', 'The service went back to an older version.');
  }
}
