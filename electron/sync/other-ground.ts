/** Why nothing is sent to the service, or taken from it: the person is asked first. */
export class OtherGround extends Error {
  readonly hold: 'restored' | 'unfamiliar';

  constructor(hold: OtherGround['hold'], message: string) {
    super(message);
    this.hold = hold;
  }
}

export class Unfamiliar extends OtherGround {
  constructor() {
    super('unfamiliar', 'The service has nothing of what is here');
  }
}

export class WentBack extends OtherGround {
  constructor() {
    super('restored', 'The service went back to an older state');
  }
}
