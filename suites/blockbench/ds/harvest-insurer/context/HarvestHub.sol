pragma solidity 0.4.26;

// what the hub keeps for itself, in front of everything else
contract HubStorage {
    address public owner;
    address public nextOwner;
    bool public paused;
    mapping(bytes4 => address) public moduleOf;
    bytes4[] public selectors;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    modifier running() {
        require(!paused);
        _;
    }
}

// one address for all of the insurer. modules run in the storage of the hub
contract HarvestHub is HubStorage {
    event Installed(bytes4 indexed selector, address module);
    event Replaced(bytes4 indexed selector, address module);
    event Paused(bool paused);
    event OwnerOffered(address indexed nextOwner);
    event OwnerChanged(address indexed owner);

    function HarvestHub() public {
        owner = msg.sender;
        OwnerChanged(msg.sender);
    }

    function install(address _module, bytes4[] _selectors) public onlyOwner {
        require(isContract(_module));
        for (uint i = 0; i < _selectors.length; i++) {
            require(moduleOf[_selectors[i]] == 0);
            moduleOf[_selectors[i]] = _module;
            selectors.push(_selectors[i]);
            Installed(_selectors[i], _module);
        }
    }

    function replace(address _module, bytes4 _selector) public onlyOwner {
        require(isContract(_module));
        require(moduleOf[_selector] != 0);
        moduleOf[_selector] = _module;
        Replaced(_selector, _module);
    }

    function setPaused(bool _paused) public onlyOwner {
        paused = _paused;
        Paused(_paused);
    }

    function offerOwner(address _nextOwner) public onlyOwner {
        nextOwner = _nextOwner;
        OwnerOffered(_nextOwner);
    }

    function takeOwner() public {
        require(msg.sender == nextOwner);
        owner = nextOwner;
        nextOwner = 0;
        OwnerChanged(owner);
    }

    function selectorCount() public constant returns (uint) {
        return selectors.length;
    }

    // everything else is done by the module of the selector
    function () public payable {
        address module = moduleOf[msg.sig];
        require(module != 0 && msg.data.length >= 4);
        assembly {
            calldatacopy(0, 0, calldatasize)
            let done := delegatecall(gas, module, 0, calldatasize, 0, 0)
            returndatacopy(0, 0, returndatasize)
            switch done
            case 0 { revert(0, returndatasize) }
            default { return(0, returndatasize) }
        }
    }

    function isContract(address _module) internal view returns (bool) {
        uint size;
        assembly { size := extcodesize(_module) }
        return size > 0;
    }
}
