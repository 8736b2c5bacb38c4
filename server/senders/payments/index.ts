export { createPaystack, DuplicateReferenceError, type PaymentProvider, type PaymentTransaction } from './paystack.ts';
