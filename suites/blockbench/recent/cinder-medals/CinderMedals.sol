// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.19;

interface IPurse {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title CinderMedals
 * @notice Medals for those who finish a track race. The steward signs a slip at the finish line, the runner strikes
 *         the medal with it, and a medal can be turned into its prize at any later time, also by whom it was given to.
 */
contract CinderMedals {
    struct Race {
        address steward;
        uint64 heldOn;
        uint32 places; // medals at most
        uint32 struck;
        uint256 prize; // of each medal
        uint256 purse;
        string name;
    }

    struct Medal {
        uint256 race;
        uint256 bib;
        address holder;
        bool redeemed;
    }

    bytes32 private constant SLIP =
        keccak256("Slip(address medals,uint256 chain,uint256 race,uint256 bib,address runner)");
    /// Upper half of the curve: the twin of a signature is not accepted.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    IPurse public immutable money;
    Race[] public races;
    Medal[] public medals;
    mapping(uint256 => mapping(uint256 => bool)) public bibUsed;

    event RaceAnnounced(uint256 indexed race, address indexed steward, string name);
    event StewardChanged(uint256 indexed race, address indexed steward);
    event Finished(uint256 indexed race);
    event Struck(uint256 indexed medal, uint256 indexed race, uint256 bib, address indexed runner);
    event Given(uint256 indexed medal, address indexed to);
    event Redeemed(uint256 indexed medal, uint256 prize);

    modifier onlySteward(uint256 race) {
        require(msg.sender == races[race].steward, "CM: not the steward");
        _;
    }

    constructor(IPurse money_) {
        money = money_;
    }

    /// @notice Announces a race and pays in all its prizes.
    function announce(string calldata name, address steward, uint32 places, uint256 prize, uint64 heldOn)
        external
        returns (uint256 race)
    {
        require(steward != address(0), "CM: no steward"); //~ INSUFF_GUARD INPUT_VAL holds at the start only
        require(heldOn > block.timestamp, "CM: in the past");
        race = races.length;
        races.push(Race(steward, heldOn, places, 0, prize, prize * places, name));
        require(money.transferFrom(msg.sender, address(this), prize * places), "CM: purse"); //~ BENIGN FUND_XFER covers every medal
        emit RaceAnnounced(race, steward, name);
    }

    function handOver(uint256 race, address steward) external onlySteward(race) {
        require(steward != address(0), "CM: no steward"); //~ BENIGN INPUT_VAL
        races[race].steward = steward;
        emit StewardChanged(race, steward);
    }

    /// @notice The steward's last act: from here on there are no new slips for the race. Medals stay good for their prize.
    function finish(uint256 race) external onlySteward(race) {
        require(block.timestamp > races[race].heldOn, "CM: not held yet");
        races[race].steward = address(0); //~ ROOT_CAUSE STATE_MOD becomes what an unreadable signature recovers to
        emit Finished(race);
    }

    /// @notice Strikes the medal of the sender for a start number, against the steward's slip.
    function strike(uint256 race, uint256 bib, uint8 v, bytes32 r, bytes32 s) external returns (uint256 medal) {
        Race storage held = races[race]; //~ BENIGN STORAGE_READ a race that was never announced has no entry
        require(block.timestamp > held.heldOn, "CM: not held yet");
        require(held.struck < held.places, "CM: no place left");
        require(!bibUsed[race][bib], "CM: bib used"); //~ BENIGN INPUT_VAL one medal a start number
        require(_signer(slipOf(race, bib, msg.sender), v, r, s) == held.steward, "CM: slip"); //~ ROOT_CAUSE SIGNATURE equal also when both are zero

        bibUsed[race][bib] = true;
        held.struck += 1;
        medal = medals.length;
        medals.push(Medal(race, bib, msg.sender, false));
        emit Struck(medal, race, bib, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function give(uint256 medal, address to) external {
        require(medals[medal].holder == msg.sender, "CM: not the holder");
        medals[medal].holder = to;
        emit Given(medal, to);
    }

    function redeem(uint256 medal) external {
        Medal storage m = medals[medal];
        require(m.holder == msg.sender && !m.redeemed, "CM: not redeemable");
        m.redeemed = true;
        uint256 prize = races[m.race].prize;
        races[m.race].purse -= prize;
        require(money.transfer(msg.sender, prize), "CM: prize"); //~ PREREQ FUND_XFER
        emit Redeemed(medal, prize);
    }

    /// @notice What the steward signs for a runner.
    function slipOf(uint256 race, uint256 bib, address runner) public view returns (bytes32) {
        return keccak256(abi.encode(SLIP, address(this), block.chainid, race, bib, runner)); //~ BENIGN SIGNATURE bound to contract, chain and runner
    }

    function _signer(bytes32 slip, uint8 v, bytes32 r, bytes32 s) private pure returns (address) {
        require(uint256(s) <= HALF_ORDER && (v == 27 || v == 28), "CM: form"); //~ INSUFF_GUARD SIGNATURE says nothing about r
        return ecrecover(slip, v, r, s); //~ PREREQ SIGNATURE zero when there is no such point
    }
}
