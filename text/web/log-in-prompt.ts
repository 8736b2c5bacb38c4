// What a visitor is asked before an action that needs a login.
export const toLike = 'like this';
export const toFollow = (name: string) => `follow ${name}`;
export const toReport = (what: string) => `report this ${what}`;
export const toSaveSearch = 'save this search';
export const title = (purpose: string) => `Log in to ${purpose}`;
export const hint = "We'll bring you straight back here.";
export const createAccount = 'Create an account';
