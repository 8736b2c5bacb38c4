// What a visitor is asked before an action that needs a login.
export const toLike = 'like this';
export const toFollow = (name: string) => `follow ${name}`;
export const toReport = (what: string) => `report this ${what}`;
export const title = (purpose: string) => `Log in to ${purpose}`;
export const hint = 'You come back right here afterwards.';
export const createAccount = 'Create an account';
