// What every mail begins and ends with.
import { brand } from '../brand.ts';

export const greeting = (name: string) => `Hello ${name},`;
export const greetingNameless = 'Hello,';
export const signature = `Your ${brand.name}`;
