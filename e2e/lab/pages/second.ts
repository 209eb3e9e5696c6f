import { createRuntime } from 'tasklens';

// One task, done at once: a page to navigate to, told from the lab by its names.
createRuntime({ name: 'second page' }).enqueue(() => 'done', { name: 'greet the second page' });
