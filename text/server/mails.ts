// What every mail begins and ends with.
import { brand } from '../../contract/market-settings/brand.ts';

export const greeting = (name: string) => `Hello ${name},`;
export const greetingNameless = 'Hello,';
export const signature = () => `The ${brand.name} team`;
/** Above the address of the button, for mail apps that don't open it. */
export const copyLink = 'Or copy this link:';
export const notYou = "If you didn't ask for this, ignore this email.";

export const testSubject = () => `Test mail from ${brand.name}`;
export const test = 'Your mail server works. Your customers get our emails.';
