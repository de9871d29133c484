-- A store of saved games of several players (user_version 2).
-- Never changed: later versions must open it. store-2.json says what is in it.
PRAGMA user_version = 2;
PRAGMA application_id = 1852796418;
BEGIN TRANSACTION;
CREATE TABLE games (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, source TEXT NOT NULL, solution TEXT,
    cursor INTEGER NOT NULL, seconds REAL NOT NULL, status TEXT NOT NULL, cells TEXT NOT NULL,
    hints INTEGER NOT NULL, checks INTEGER NOT NULL, reveals INTEGER NOT NULL,
    revision INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL
, player TEXT NOT NULL DEFAULT '');
INSERT INTO "games" VALUES('2730da82a07b56c7','{"id": "2730da82a07b56c7", "layout": "9x9", "givens": "12.7..4834...2.9.7...43.1255.9.1.7..3.7..429.......6.49..85.3.26....78.983.....7.", "board": "9x9", "level": "easy", "score": null, "source": "level", "seed": 1, "created": "2026-11-18T05:35:34Z"}','level','125769483483125967796438125549612738367584291218973654971856342652347819834291576',10,61.0,'playing','12.7..4834...259.7...43.1255.9.1.7..3.7..429.......6.49..85.3.26....78.983.....7.',0,1,1,14,'2026-11-18T05:35:34Z','2026-11-18T05:35:34Z','');
INSERT INTO "games" VALUES('4035087c9b56328f','{"id": "4035087c9b56328f", "layout": "4x4", "givens": ".13.43.2.2.3....", "board": "4x4", "level": null, "score": null, "source": "own", "seed": null, "created": "2026-11-18T05:35:34Z"}','own','2134431212433421',9,20.0,'finished','2134431212433421',0,0,0,10,'2026-11-18T05:35:34Z','2026-11-18T05:35:34Z','');
INSERT INTO "games" VALUES('0d3ea20cac5014f0','{"id": "0d3ea20cac5014f0", "layout": "4x4", "givens": "..21124.21...4..", "board": "4x4", "level": "easy", "score": null, "source": "level", "seed": 3, "created": "2026-11-18T05:35:34Z"}','level','4321124321343412',8,33.5,'finished','4321124321343412',0,0,0,9,'2026-11-18T05:35:34Z','2026-11-18T05:35:34Z','a1b2c3d4e5f60718');
INSERT INTO "games" VALUES('f6d0929816115662','{"id": "f6d0929816115662", "layout": "6x6", "givens": ".312..42.61.2......1..243...521..436", "board": "6x6", "level": "easy", "score": null, "source": "level", "seed": 4, "created": "2026-11-18T05:35:34Z"}','level','631245425613243561516324364152152436',3,0.0,'playing','.3122.42461.2......1..243...521..436',0,0,0,6,'2026-11-18T05:35:34Z','2026-11-18T05:35:34Z','room-0123456789abcdef');
INSERT INTO "games" VALUES('38242ca37ca1cb9e','{"id": "38242ca37ca1cb9e", "layout": "9x9", "givens": ".................................................................................", "board": "killer", "level": "easy", "score": null, "source": "level", "seed": 5, "created": "2026-11-18T05:35:34Z", "rules": [{"kind": "cage", "cells": ["r1c1", "r1c2", "r2c1"], "sum": 14}, {"kind": "cage", "cells": ["r1c3", "r2c3"], "sum": 16}, {"kind": "cage", "cells": ["r1c4", "r1c5", "r1c6"], "sum": 20}, {"kind": "cage", "cells": ["r1c7", "r1c8"], "sum": 3}, {"kind": "cage", "cells": ["r1c9", "r2c9", "r3c9"], "sum": 20}, {"kind": "cage", "cells": ["r2c2", "r3c2"], "sum": 6}, {"kind": "cage", "cells": ["r2c4", "r2c5", "r3c4"], "sum": 13}, {"kind": "cage", "cells": ["r2c6", "r2c7", "r2c8"], "sum": 16}, {"kind": "cage", "cells": ["r3c1", "r4c1"], "sum": 12}, {"kind": "cage", "cells": ["r3c3", "r4c3"], "sum": 7}, {"kind": "cage", "cells": ["r3c5", "r3c6"], "sum": 10}, {"kind": "cage", "cells": ["r3c7", "r3c8"], "sum": 8}, {"kind": "cage", "cells": ["r4c2", "r5c1", "r5c2"], "sum": 20}, {"kind": "cage", "cells": ["r4c4", "r5c4"], "sum": 5}, {"kind": "cage", "cells": ["r4c5", "r5c5"], "sum": 7}, {"kind": "cage", "cells": ["r4c6", "r5c6"], "sum": 14}, {"kind": "cage", "cells": ["r4c7", "r5c7"], "sum": 11}, {"kind": "cage", "cells": ["r4c8", "r4c9"], "sum": 15}, {"kind": "cage", "cells": ["r5c3", "r6c3"], "sum": 5}, {"kind": "cage", "cells": ["r5c8", "r5c9"], "sum": 5}, {"kind": "cage", "cells": ["r6c1", "r6c2", "r7c1"], "sum": 12}, {"kind": "cage", "cells": ["r6c4", "r7c4"], "sum": 14}, {"kind": "cage", "cells": ["r6c5", "r7c5"], "sum": 10}, {"kind": "cage", "cells": ["r6c6", "r6c7", "r6c8"], "sum": 15}, {"kind": "cage", "cells": ["r6c9", "r7c9"], "sum": 8}, {"kind": "cage", "cells": ["r7c2", "r8c2", "r9c2"], "sum": 19}, {"kind": "cage", "cells": ["r7c3", "r8c3", "r9c3"], "sum": 17}, {"kind": "cage", "cells": ["r7c6", "r7c7"], "sum": 11}, {"kind": "cage", "cells": ["r7c8", "r8c8"], "sum": 9}, {"kind": "cage", "cells": ["r8c1", "r9c1"], "sum": 7}, {"kind": "cage", "cells": ["r8c4", "r8c5"], "sum": 13}, {"kind": "cage", "cells": ["r8c6", "r8c7"], "sum": 4}, {"kind": "cage", "cells": ["r8c9", "r9c9"], "sum": 8}, {"kind": "cage", "cells": ["r9c4", "r9c5", "r9c6"], "sum": 15}, {"kind": "cage", "cells": ["r9c7", "r9c8"], "sum": 16}]}','level','567983124349152867821746539456319278783265941912874653298637415675491382134528796',1,0.0,'given-up','567983124349152867821746539456319278783265941912874653298637415675491382134528796',0,0,0,2,'2026-11-18T05:35:34Z','2026-11-18T05:35:35Z','');
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',0,'{"type":"place","cells":[0],"digit":4,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',1,'{"type":"place","cells":[1],"digit":3,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',2,'{"type":"place","cells":[7],"digit":3,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',3,'{"type":"place","cells":[10],"digit":3,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',4,'{"type":"place","cells":[11],"digit":4,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',5,'{"type":"place","cells":[12],"digit":3,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',6,'{"type":"place","cells":[14],"digit":1,"clean":true}');
INSERT INTO "moves" VALUES('0d3ea20cac5014f0',7,'{"type":"place","cells":[15],"digit":2,"clean":true}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',0,'{"type":"place","cells":[2],"digit":6,"clean":true}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',1,'{"type":"note","cells":[4,5],"digit":3,"kind":"corner","on":true}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',2,'{"type":"note","cells":[10],"digit":7,"kind":"centre","on":true}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',3,'{"type":"mark","name":"Ž 2"}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',4,'{"type":"paint","cells":[11],"colour":4}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',5,'{"type":"add-colour","cells":[11],"colour":2}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',6,'{"type":"paint-candidate","cell":12,"digit":5,"colour":2}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',7,'{"type":"clear","cells":[2]}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',8,'{"type":"reveal","cells":[14]}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',9,'{"type":"auto-notes","on":true}');
INSERT INTO "moves" VALUES('2730da82a07b56c7',10,'{"type":"strike","candidates":[[16,1]],"on":true}');
INSERT INTO "moves" VALUES('38242ca37ca1cb9e',0,'{"type":"give-up"}');
INSERT INTO "moves" VALUES('4035087c9b56328f',0,'{"type":"place","cells":[0],"digit":2,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',1,'{"type":"place","cells":[3],"digit":4,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',2,'{"type":"place","cells":[6],"digit":1,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',3,'{"type":"place","cells":[8],"digit":1,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',4,'{"type":"place","cells":[10],"digit":4,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',5,'{"type":"place","cells":[12],"digit":3,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',6,'{"type":"place","cells":[13],"digit":4,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',7,'{"type":"place","cells":[14],"digit":2,"clean":true}');
INSERT INTO "moves" VALUES('4035087c9b56328f',8,'{"type":"place","cells":[15],"digit":1,"clean":true}');
INSERT INTO "moves" VALUES('f6d0929816115662',0,'{"type":"place","by":1,"cells":[4],"digit":2,"clean":true}');
INSERT INTO "moves" VALUES('f6d0929816115662',1,'{"type":"note","by":1,"cells":[5],"digit":3,"kind":"corner","on":true}');
INSERT INTO "moves" VALUES('f6d0929816115662',2,'{"type":"place","by":0,"cells":[8],"digit":4,"clean":true}');
CREATE TABLE queues (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, client TEXT NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (game, client)
) WITHOUT ROWID;
INSERT INTO "queues" VALUES('4035087c9b56328f','page',12);
CREATE TABLE results (
    game TEXT PRIMARY KEY, board TEXT NOT NULL, level TEXT NOT NULL, source TEXT NOT NULL,
    status TEXT NOT NULL, seconds REAL NOT NULL, hints INTEGER NOT NULL, checks INTEGER NOT NULL,
    reveals INTEGER NOT NULL, day TEXT NOT NULL, finished TEXT NOT NULL
, player TEXT NOT NULL DEFAULT '');
INSERT INTO "results" VALUES('4035087c9b56328f','4x4','','own','finished',20.0,0,0,0,'2026-11-18','2026-11-18T05:35:34Z','');
INSERT INTO "results" VALUES('0d3ea20cac5014f0','4x4','easy','level','finished',33.5,0,0,0,'2026-11-18','2026-11-18T05:35:34Z','a1b2c3d4e5f60718');
INSERT INTO "results" VALUES('38242ca37ca1cb9e','killer','easy','level','given-up',0.0,0,0,0,'2026-11-18','2026-11-18T05:35:35Z','');
CREATE TABLE settings (
    player TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (player, name)
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('','accent','"blue"');
INSERT INTO "settings" VALUES('','check','"solution"');
INSERT INTO "settings" VALUES('','clean_notes','true');
INSERT INTO "settings" VALUES('','digits','"numbers"');
INSERT INTO "settings" VALUES('','haptics','false');
INSERT INTO "settings" VALUES('','highlight_peers','true');
INSERT INTO "settings" VALUES('','highlight_same','true');
INSERT INTO "settings" VALUES('','input','"cell"');
INSERT INTO "settings" VALUES('','labels','false');
INSERT INTO "settings" VALUES('','language','"cs"');
INSERT INTO "settings" VALUES('','name','""');
INSERT INTO "settings" VALUES('','show_timer','false');
INSERT INTO "settings" VALUES('','sound','false');
INSERT INTO "settings" VALUES('','terminal_labels','true');
INSERT INTO "settings" VALUES('','theme','"contrast"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','accent','"blue"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','check','"rules"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','clean_notes','true');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','digits','"numbers"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','haptics','false');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','highlight_peers','true');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','highlight_same','true');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','input','"cell"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','labels','false');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','language','"de"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','lessons','{"x-wing": {"row": 1, "passed": false}}');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','name','"Anna"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','show_timer','true');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','since','"2026-11-18T05:35:34Z"');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','sound','false');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','terminal_labels','true');
INSERT INTO "settings" VALUES('a1b2c3d4e5f60718','theme','"auto"');
INSERT INTO "settings" VALUES('room-0123456789abcdef','since','"2026-11-18T05:35:34Z"');
CREATE INDEX games_by_change ON games (changed);
COMMIT;
