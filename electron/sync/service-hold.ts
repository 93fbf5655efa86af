/** Pauses sync until the person has decided what to do with a restored or unfamiliar service. */
export class ServiceHold extends Error {
  readonly hold: 'restored' | 'unfamiliar';

  constructor(hold: ServiceHold['hold'], message: string) {
    super(message);
    this.hold = hold;
  }
}

export class UnfamiliarService extends ServiceHold {
  constructor() {
    super('unfamiliar', 'The service has none of your collections.');
  }
}

export class RestoredService extends ServiceHold {
  constructor() {
    super('restored', 'The service went back to an older version.');
  }
}
