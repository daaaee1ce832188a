// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

contract StakeToken {
    function transfer(address to, uint256 amount) public returns (bool);
    function transferFrom(address from, address to, uint256 amount) public returns (bool);
}

/**
 * What the relay keeps. Listed as a base of the code behind it, too, so that nothing else gets to these places.
 */
contract RelayState {
    address internal relayKeeper; //~ PREREQ STATE_MOD the first slot of the relay
    address internal relayCode;
}

/**
 * Forwards every call to the code of the day. The keeper can change that code and do nothing else.
 */
contract TernRelay is RelayState {
    event CodeChanged(address indexed code);

    constructor(address keeper, address code, bytes memory preparation) public {
        relayKeeper = keeper; //~ PREREQ INIT two of its bytes are read as flags
        _setCode(code);
        (bool ok,) = code.delegatecall(preparation);
        require(ok, "relay: not prepared");
    }

    function changeCode(address code) external {
        require(msg.sender == relayKeeper, "relay: not the keeper"); //~ BENIGN ACCESS_CTRL
        _setCode(code);
    }

    function _setCode(address code) private {
        uint256 size;
        assembly { size := extcodesize(code) }
        require(size > 0, "relay: no code");
        relayCode = code;
        emit CodeChanged(code); //~ UNRELATED EVENT_EMIT
    }

    function() external payable {
        address code = relayCode;
        assembly {
            calldatacopy(0, 0, calldatasize)
            let ok := delegatecall(gas, code, 0, calldatasize, 0, 0)
            returndatacopy(0, 0, returndatasize)
            switch ok
            case 0 { revert(0, returndatasize) }
            default { return(0, returndatasize) }
        }
    }
}

/**
 * Takes the place of a constructor behind a relay. A contract may prepare its bases on the way.
 */
contract Prepared {
    bool private prepared;
    bool private preparing;

    modifier preparation() {
        require(preparing || !prepared, "already prepared"); //~ INSUFF_GUARD INIT lets everyone in while preparing is set
        bool outermost = !preparing;
        if (outermost) {
            preparing = true;
            prepared = true; //~ BENIGN INIT
        }
        _;
        if (outermost) preparing = false;
    }
}

/**
 * Members of the guild stake tokens for the work they take on. The council fines those who do it badly, and whoever
 * wants to go gives notice first.
 */
contract TernGuild is Prepared, RelayState { //~ ROOT_CAUSE INIT the flags come before what the relay keeps
    struct Member {
        uint256 stake;
        uint256 leaving;
        uint256 leavesAt;
    }

    uint256 public constant LONGEST_NOTICE = 60 days;

    StakeToken public token;
    address public council;
    uint256 public notice;
    uint256 public totalStake;
    mapping(address => Member) public members;

    event Staked(address indexed member, uint256 amount);
    event NoticeGiven(address indexed member, uint256 amount, uint256 leavesAt);
    event Left(address indexed member, uint256 amount);
    event Fined(address indexed member, uint256 amount, string reason);
    event CouncilChanged(address indexed council);

    modifier onlyCouncil() {
        require(msg.sender == council, "guild: not the council");
        _;
    }

    function prepare(StakeToken token_, address council_, uint256 notice_) external preparation {
        require(notice_ <= LONGEST_NOTICE, "guild: notice too long"); //~ BENIGN INPUT_VAL
        token = token_;
        notice = notice_;
        _setCouncil(council_); //~ PREREQ STATE_MOD
    }

    function changeCouncil(address council_) external onlyCouncil {
        require(council_ != address(0), "guild: no council");
        _setCouncil(council_);
    }

    function stake(uint256 amount) external {
        Member storage m = members[msg.sender];
        m.stake += amount;
        require(m.stake >= amount, "guild: too much");
        totalStake += amount;
        require(token.transferFrom(msg.sender, address(this), amount), "guild: not staked");
        emit Staked(msg.sender, amount);
    }

    function giveNotice(uint256 amount) external {
        Member storage m = members[msg.sender];
        require(amount <= m.stake, "guild: more than staked");
        m.leaving = amount;
        m.leavesAt = now + notice; //~ BENIGN TIMESTAMP counted from the latest notice
        emit NoticeGiven(msg.sender, amount, m.leavesAt);
    }

    function leave() external {
        Member storage m = members[msg.sender];
        require(m.leaving > 0 && now >= m.leavesAt, "guild: still bound");
        uint256 amount = m.leaving < m.stake ? m.leaving : m.stake;
        m.leaving = 0;
        m.stake -= amount; //~ BENIGN ARITHMETIC never more than the stake
        totalStake -= amount;
        require(token.transfer(msg.sender, amount), "guild: not paid");
        emit Left(msg.sender, amount);
    }

    /// A fine goes to the council, also from those who have given notice.
    function fine(address member, uint256 amount, string calldata reason) external onlyCouncil {
        Member storage m = members[member];
        require(amount <= m.stake, "guild: more than staked");
        m.stake -= amount;
        totalStake -= amount;
        require(token.transfer(council, amount), "guild: not paid");
        emit Fined(member, amount, reason);
    }

    function _setCouncil(address council_) private {
        council = council_;
        emit CouncilChanged(council_);
    }
}
