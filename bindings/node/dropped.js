// Drops each tensor at once: node dropped.js COUNT. run.py looks at how much memory that takes.
'use strict'
const torch = require('./index')
for (let i = 0; i < Number(process.argv[2]); ++i) torch.ones([1000, 1000])
