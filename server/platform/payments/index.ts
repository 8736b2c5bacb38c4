export { createPaystack, DuplicateReference, type Payments, type Transaction } from './paystack.ts';
