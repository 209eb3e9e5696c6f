import { queueSpecs } from './queue-specs.ts';

queueSpecs('firefox');
