-- Labels that the page of a door prints of people who come in: on which size (null: none), and whether by itself (decision 127).
alter table door_key add column label_size text constraint door_key_label_size check (label_size in ('62x29', '62x100', 'a6'));
alter table door_key add column prints_by_itself boolean not null default false;
